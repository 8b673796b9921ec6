/** The ways to the one who keeps the stream for all tabs: a shared worker, the tab that leads, or this tab alone. */
import { Exchange } from './exchange';
import type { Said, Told, ToWorker } from './messages';

export interface Port {
  send(said: Said): void;
  /** Nobody has answered: try something else, and return what is spoken through from now on. */
  silent(): Port;
}
export type Hear = (told: Told) => void;

const NAME = 'wartable.stream.1';

/** The best way this browser has. */
export function openPort(hear: Hear): Port {
  return viaWorker(hear) ?? viaLeader(hear) ?? alone(hear);
}

function viaWorker(hear: Hear): Port | null {
  if (!('SharedWorker' in globalThis)) return null;
  try {
    const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: NAME });
    worker.port.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
    if ('locks' in navigator) {
      const lock = `${NAME}.${crypto.randomUUID()}`;
      void navigator.locks.request(lock, () => {
        worker.port.postMessage({ type: 'alive', lock } satisfies ToWorker);
        return new Promise<never>(() => undefined);
      });
    }
    return {
      send: (said) => worker.port.postMessage(said),
      silent: () => {
        worker.port.postMessage({ type: 'bye' } satisfies Said);
        worker.port.onmessage = null;
        worker.port.close();
        return viaLeader(hear) ?? alone(hear);
      },
    };
  } catch {
    return null; // some browsers have it and forbid it
  }
}

interface Letter { from?: string; to?: string; said?: Said; told?: Told }

/**
 * Tabs elect one among them: it holds a lock of the browser and keeps the stream, the others speak to it over a channel.
 *
 * When it closes or crashes the lock passes on. One that the system has put to sleep holds its lock still and answers
 * nobody: then whoever noticed takes the lock from it.
 */
function viaLeader(hear: Hear): Port | null {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return null;
  const me = crypto.randomUUID();
  const channel = new BroadcastChannel(NAME);
  let exchange: Exchange | null = null;

  function answer(to: string, told: Told): void {
    if (to === me || to === '') hear(told);
    if (to !== me) channel.postMessage({ to, told } satisfies Letter);
  }
  channel.onmessage = ({ data: { from, to, said, told } }: MessageEvent<Letter>) => {
    if (told && (to === me || to === '')) hear(told);
    if (said && from) exchange?.hear(from, said, (more) => answer(from, more));
  };
  function lead(steal: boolean): void {
    let mine: Exchange | null = null;
    navigator.locks.request(NAME, { steal }, () => {
      exchange = mine = new Exchange();
      answer('', { type: 'hello' });
      return new Promise<never>(() => undefined);
    }).catch(() => { // another has taken the lead while this tab slept
      mine?.end();
      if (exchange !== mine) return; // and this tab has taken it back since
      exchange = null;
      hear({ type: 'hello' }); // so that it asks the other at once
      lead(false);
    });
  }
  lead(false);
  const port: Port = {
    send(said) {
      if (exchange) exchange.hear(me, said, (told) => answer(me, told));
      else channel.postMessage({ from: me, said } satisfies Letter);
    },
    silent() {
      lead(true);
      return port;
    },
  };
  return port;
}

function alone(hear: Hear): Port {
  const exchange = new Exchange();
  const port: Port = { send: (said) => exchange.hear('', said, hear), silent: () => port };
  return port;
}
