/** The shared worker that keeps the one stream of this browser. */
import { Exchange } from './exchange';
import type { Said } from './messages';

const exchange = new Exchange();
let clients = 0;

(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  const client = String(clients++);
  // Where a browser tells of it: a tab that has crashed cannot take its leave, and seems to be there until it is forgotten.
  port.addEventListener('close', () => exchange.hear(client, { type: 'bye' }, () => undefined));
  port.onmessage = ({ data }: MessageEvent<Said>) => exchange.hear(client, data, (told) => port.postMessage(told));
};
