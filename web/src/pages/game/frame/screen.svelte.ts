/** How wide the window is, in the three layouts of the interface. */
export type Layout = 'phone' | 'middle' | 'wide';

const read = (): Layout => {
  if (innerWidth <= 640 || (innerHeight <= 480 && innerWidth <= 950)) return 'phone';
  return innerWidth <= 1180 ? 'middle' : 'wide';
};

/** Up to so many pixels a column has no room for what is to be decided and all else at once. */
const LOW = 800;
/** From so many pixels on there is room for a board, what is decided beside it, and the players. */
const BROAD = 900;

class Screen {
  layout = $state<Layout>(typeof innerWidth === 'number' ? read() : 'wide');
  landscape = $state(false);
  low = $state(typeof innerHeight === 'number' && innerHeight <= LOW);
  broad = $state(typeof innerWidth === 'number' && innerWidth >= BROAD);

  watch(): () => void {
    const measure = () => {
      this.layout = read();
      this.low = innerHeight <= LOW;
      this.broad = this.layout !== 'phone' && innerWidth >= BROAD;
      this.landscape = this.layout === 'phone' && innerWidth > innerHeight;
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }
}

export const screen = new Screen();

/** A board this tall by its width leaves room beside it rather than under it. */
const TALL = 0.9;
export const isTall = (board: { width: number; height: number } | null): boolean => board !== null && board.height > TALL * board.width;
