/** How wide the window is, in the three layouts of the interface. */
export type Layout = 'phone' | 'middle' | 'wide';

const read = (): Layout => {
  if (innerWidth <= 640 || (innerHeight <= 480 && innerWidth <= 950)) return 'phone';
  return innerWidth <= 1180 ? 'middle' : 'wide';
};

/** The narrowest window in which a tall board stands beside its desk. */
const DESK_FROM = 900;

class Screen {
  layout = $state<Layout>(typeof innerWidth === 'number' ? read() : 'wide');
  landscape = $state(false);
  /** Whether a board that is higher than wide stands at full height, with a desk for decisions beside it. */
  desk = $state(typeof innerWidth === 'number' && innerWidth >= DESK_FROM);

  watch(): () => void {
    const measure = () => {
      this.layout = read();
      this.desk = this.layout !== 'phone' && innerWidth >= DESK_FROM;
      this.landscape = this.layout === 'phone' && innerWidth > innerHeight;
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }
}

export const screen = new Screen();
