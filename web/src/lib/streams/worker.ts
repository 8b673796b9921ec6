/** The shared worker that keeps the one stream of this browser. */
import { Exchange } from './exchange';
import type { ToWorker } from './messages';

const exchange = new Exchange();
let clients = 0;

(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  const client = String(clients++);
  const gone = (): void => exchange.hear(client, { type: 'bye' }, () => undefined);
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    // A tab that is closed or has crashed may not take its leave; its lock falls all the same.
    if (data.type === 'alive') void navigator.locks.request(data.lock, gone);
    else exchange.hear(client, data, (told) => port.postMessage(told));
  };
};
