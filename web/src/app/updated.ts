/** Whether the server has another build of the client than the one that runs here, whose parts may be gone. */
export async function updated(): Promise<boolean> {
  const running = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok && !(await answer.text()).includes(running);
}
