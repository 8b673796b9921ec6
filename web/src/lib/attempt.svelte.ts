/** Something asked of the server: whether it is under way, and what went wrong. */
export class Attempt {
  busy = $state(false);
  trouble = $state('');

  constructor(private readonly sorry = 'That did not work. Try again.') {}

  run = async (work: () => Promise<void>): Promise<void> => {
    this.busy = true;
    this.trouble = '';
    try {
      await work();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : this.sorry;
    }
    this.busy = false;
  };
}
