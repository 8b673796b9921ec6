/** Handing a link on by whatever the device shares with; where it does not, the link is copied. */

export type Handed = 'shared' | 'copied' | 'left' | 'failed';

/** Whether the device has a way to share. */
export const shares = (device: Navigator = navigator): boolean => typeof device.share === 'function';

/** Offer a link to the device; `left`: whoever was asked closed it. */
export async function handOn(title: string, url: string, device: Navigator = navigator): Promise<Handed> {
  try {
    if (shares(device)) {
      await device.share({ title, url });
      return 'shared';
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return 'left';
  }
  try {
    await device.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed'; // neither is there without a secure connection
  }
}
