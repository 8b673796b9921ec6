/** Questions that overtake each other: one is under way at a time, of those that came meanwhile only the newest is asked. */

export class Latest<Q, A> {
  private waiting: { question: Q } | null = null;
  private under = false;
  /** What is under way and was dropped is not heard any more. */
  private epoch = 0;
  private last = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `least` milliseconds lie between two questions; a failed one is told to `failed`, and the next goes on. */
  constructor(
    private readonly send: (question: Q) => Promise<A>,
    private readonly heard: (answer: A, question: Q) => void,
    private readonly failed: (error: unknown, question: Q) => void = () => undefined,
    private readonly least = 70,
  ) {}

  /** Whether the newest question has no answer yet. */
  get open(): boolean {
    return this.under || this.waiting !== null;
  }

  ask(question: Q): void {
    this.waiting = { question };
    this.go();
  }

  /** Forget what was asked; an answer that is on its way is not heard. */
  drop(): void {
    this.epoch++;
    this.waiting = null;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private go(): void {
    if (this.under || !this.waiting || this.timer !== undefined) return;
    const wait = this.last + this.least - Date.now();
    if (wait > 0) {
      this.timer = setTimeout(() => { this.timer = undefined; this.go(); }, wait);
      return;
    }
    const { question } = this.waiting;
    this.waiting = null;
    void this.run(question);
  }

  private async run(question: Q): Promise<void> {
    const { epoch } = this;
    this.under = true;
    this.last = Date.now();
    try {
      const answer = await this.send(question);
      if (epoch === this.epoch) this.heard(answer, question);
    } catch (error) {
      if (epoch === this.epoch) this.failed(error, question);
    }
    this.under = false;
    this.go();
  }
}
