/** Who sits at this browser; fetched once, the server makes a guest where nobody is known yet. */
import { api } from './api';
import type { Me } from './types';

export const session: { me: Me | null } = $state({ me: null });

function keep(me: Me): Me {
  session.me = me;
  return me;
}

let asked: Promise<Me> | null = null;

/** The player of this browser. */
export function whoAmI(): Promise<Me> {
  asked ??= api.me().then(keep).catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

let saving: Promise<unknown> = Promise.resolve();

/** Change name, colour or avatar; changes made in quick succession are saved one after the other, so that none is lost. */
export function rename(change: Partial<Omit<Me, 'id'>>): Promise<Me> {
  const saved = saving.catch(() => undefined).then(async () => {
    const known = await whoAmI();
    const { name, colour, avatar } = { ...known, ...session.me, ...change };
    return keep(await api.saveMe({ name, colour, avatar }));
  });
  saving = saved;
  return saved;
}
