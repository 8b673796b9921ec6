/** Typed calls of the HTTP interface. Every refusal arrives as a `ApiError` carrying the server's sentence. */
import type {
  Account, Archive, NoticeRule, Notices, OwnCalendar, PushWish, TableNotices, Tested, Correction, CorrectionWish, Entered, EntryWish, Letter, LetterDraftWish, LetterPage, LettersReadWish, LetterWish, MutedWish, Press, Quote, QuoteCheck, Replaced, ReplaceWish, ReportWish, StandingAnswers, StandingWish, WatcherWish, WordWish,
} from '../generated/api';
import { learn } from './clock.svelte';
import type {
  Action, BoardGeometry, ChatLine, Dates, Draft, DraftWish, Forecast, GameInfo, Guide, LogPage, Me, Moment, NewTable, OptionValues, Overview, Pace, PressRule, Problem, Reliability,
  Result, Rules, SeatNumber, SeatOffer, SidesRule, Snapshot, Table, TableCard, Update,
} from './types';

export class ApiError extends Error {
  constructor(readonly problem: Problem, readonly status: number) {
    super(problem.message);
  }
  /** Whether the server was not reached at all, so that nothing has been decided. */
  get offline(): boolean { return this.status === 0; }
}

const UNREACHED: Problem = { code: 'network', message: 'The server cannot be reached. Nothing was lost; try again.', rule: '', fix: [] };
const UNANSWERED: Problem = { code: 'network.slow', message: 'The server has not answered for half a minute.', rule: '', fix: [] };
/** Without an end a request that the browser holds back, or a connection that died, would be waited for without a word. */
const LONGEST = 30_000;

async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const given = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem>;
  return {
    code: given.code ?? `http.${response.status}`,
    message: given.message ?? `The server answered ${response.status}. Try again.`,
    rule: given.rule ?? '',
    fix: given.fix ?? [],
    ...(given.disagreement ? { disagreement: given.disagreement } : {}),
  };
}

export async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask<T>(method, path, body, signal)).value;
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer<T>> {
  if (method !== 'GET') underWay.clear();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), LONGEST);
  signal?.addEventListener('abort', () => patience.abort(), { once: true });
  if (signal?.aborted) patience.abort();
  const init: RequestInit = { method, credentials: 'same-origin', headers: { Accept: 'application/json' }, signal: patience.signal };
  if (body !== undefined) {
    init.headers = { 'Accept': 'application/json', 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  /** A connection that breaks is told apart from an answer that makes no sense. */
  const reached = <A>(work: Promise<A>): Promise<A> => work.catch((error: unknown) => {
    if (signal?.aborted || error instanceof SyntaxError) throw error;
    throw new ApiError(patience.signal.aborted ? UNANSWERED : UNREACHED, 0);
  });
  try {
    const response = await reached(fetch(`/api${path}`, init));
    learn(response.headers.get('wartable-time'));
    if (!response.ok) throw new ApiError(await problemOf(response), response.status);
    const next = /rel="next"/.test(response.headers.get('link') ?? '');
    return { value: (response.status === 204 ? undefined : await reached(response.json())) as T, next };
  } finally {
    clearTimeout(timer);
    if (method !== 'GET') underWay.clear(); // what was asked meanwhile may not know of it yet
  }
}

const get = <T>(path: string, signal?: AbortSignal) => call<T>('GET', path, undefined, signal);

/** Questions under way that may be asked from several places of a page at once; one that changes something begins them anew. */
interface Answer<T> { value: T; next: boolean }
const underWay = new Map<string, Promise<Answer<unknown>>>();

/** As a GET; whoever asks the same while the answer is on its way gets that one. */
function shared<T>(path: string): Promise<Answer<T>> {
  let answer = underWay.get(path);
  if (!answer) {
    const asked = ask<unknown>('GET', path).finally(() => { if (underWay.get(path) === asked) underWay.delete(path); });
    answer = asked;
    underWay.set(path, asked);
  }
  return answer as Promise<Answer<T>>;
}

const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body);
const put = <T>(path: string, body: unknown) => call<T>('PUT', path, body);
const remove = <T>(path: string) => call<T>('DELETE', path);
const id = encodeURIComponent;

/** A fresh idempotency key: the same key sent again gives the same answer and no second entry. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Who looks: a seat of one's own, or with an invitation somebody at a private table. */
export interface Look { seat: SeatNumber | null; invite: string }

/** The look as a query, with its question mark where it is not empty. */
export function looking(look: Look, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more);
  if (look.seat !== null) query.set('as', String(look.seat));
  if (look.invite) query.set('invite', look.invite);
  const text = query.toString();
  return text ? `?${text}` : '';
}

/** A page of a list, and whether another comes after it. */
export type Page<T> = Answer<T[]>;

export const TABLES_ON_A_PAGE = 60;

export const api = {
  me: () => get<Me>('/me'),
  saveMe: (me: { name: string; colour: number; avatar: string }) => put<Me>('/me', me),
  games: () => shared<GameInfo[]>('/games').then((answer) => answer.value),
  rules: (game: string) => get<Rules>(`/games/${id(game)}/rules`),
  guide: (game: string) => get<Guide>(`/games/${id(game)}/guide`),
  picturePath: (game: string, theme: 'light' | 'dark') => `/api/games/${id(game)}/picture?theme=${theme}`,
  lastPicturePath: (table: string, theme: 'light' | 'dark') => `/api/tables/${id(table)}/picture?theme=${theme}`,
  board: (key: string) => get<BoardGeometry>(`/boards/${id(key)}`),
  tables: (show: 'open' | 'mine' | 'free') => api.tablePage(show, 0).then((page) => page.value),
  tablePage: (show: 'open' | 'mine' | 'free', page: number): Promise<Page<TableCard>> =>
    shared<TableCard[]>(`/tables?show=${show}${page ? `&skip=${page * TABLES_ON_A_PAGE}` : ''}`),
  createTable: (wish: NewTable) => post<Table>('/tables', wish),
  table: (table: string, invite?: string) => get<Table>(`/tables/${id(table)}${invite ? `?invite=${id(invite)}` : ''}`),
  sit: (table: string, seat: SeatNumber, wish: { kind: string; level?: string; name?: string; invite?: string }) =>
    post<Table>(`/tables/${id(table)}/seats/${seat}`, wish),
  setOptions: (table: string, preset: string, options: OptionValues) => put<Table>(`/tables/${id(table)}/options`, { preset, options }),
  setPace: (table: string, pace: Pace) => put<Table>(`/tables/${id(table)}/pace`, pace),
  pause: (table: string, paused: boolean) => post<Update>(`/tables/${id(table)}/pause`, { paused }),
  extend: (table: string, seconds: number) => post<Update>(`/tables/${id(table)}/extend`, { seconds }),
  holiday: (table: string, days: number) => post<Update>(`/tables/${id(table)}/holiday`, { days }),
  dates: (game: string, wish: { pace: Pace; preset: string; options: OptionValues }) => post<Dates>(`/games/${id(game)}/dates`, wish),
  back: (table: string) => post<Update>(`/tables/${id(table)}/back`),
  closeTurn: (table: string, step: number) => post<Update>(`/tables/${id(table)}/close`, { step }),
  start: (table: string) => post<Table>(`/tables/${id(table)}/start`),
  joinDice: (table: string) => post<Table>(`/tables/${id(table)}/dice/join`),
  sealDice: (table: string, round: number, seal: string) => post<Table>(`/tables/${id(table)}/dice/seal`, { round, seal }),
  openDice: (table: string, round: number, secret: string) => post<Table>(`/tables/${id(table)}/dice/open`, { round, secret }),
  dissolve: (table: string) => call<unknown>('DELETE', `/tables/${id(table)}`),
  snapshot: (table: string, seat?: SeatNumber | null, invite?: string) =>
    get<Snapshot>(`/tables/${id(table)}/game${looking({ seat: seat ?? null, invite: invite ?? '' })}`),
  act: (table: string, body: { seat: SeatNumber; action: Action; key: string; seq?: number }) =>
    post<Update>(`/tables/${id(table)}/actions`, body),
  read: (table: string, seat: SeatNumber, text: string) => post<{ action: Action }>(`/tables/${id(table)}/readings`, { seat, text }),
  draft: (table: string, seat: SeatNumber, step: number) => get<Draft>(`/tables/${id(table)}/draft?as=${seat}&step=${step}`),
  saveDraft: (table: string, wish: DraftWish) => put<Draft>(`/tables/${id(table)}/draft`, wish),
  standing: (table: string, seat: SeatNumber) => get<StandingAnswers>(`/tables/${id(table)}/standing?as=${seat}`),
  settle: (table: string, wish: StandingWish) => put<StandingAnswers>(`/tables/${id(table)}/standing`, wish),
  undo: (table: string, body: { seat: SeatNumber; key: string; to?: number }) => post<Update>(`/tables/${id(table)}/undo`, body),
  forecasts: (table: string, seat: SeatNumber, actions: Action[]) =>
    post<(Forecast | null)[]>(`/tables/${id(table)}/forecasts`, { seat, actions }),
  at: (table: string, step: number, look: Look, signal?: AbortSignal) => get<Moment>(`/tables/${id(table)}/at/${step}${looking(look)}`, signal),
  log: (table: string, before: number, look: Look) => get<LogPage>(`/tables/${id(table)}/log${looking(look, { before: String(before) })}`),
  why: (table: string, step: number, look: Look) => get<{ text: string }>(`/tables/${id(table)}/why/${step}${looking(look)}`),
  resign: (table: string, seat: SeatNumber) => post<Update>(`/tables/${id(table)}/resign`, { seat }),
  chatRead: (table: string, line: number) => put<unknown>(`/tables/${id(table)}/chat/read`, { line }),
  chat: (table: string, text: string, key: string) => post<ChatLine | null>(`/tables/${id(table)}/chat`, { text, key }),
  press: (table: string, look: Look) => get<Press>(`/tables/${id(table)}/press${looking(look)}`),
  letters: (table: string, conversation: string, look: Look, before = '') =>
    get<LetterPage>(`/tables/${id(table)}/press/${id(conversation)}${looking(look, before ? { before } : {})}`),
  writeLetter: (table: string, wish: LetterWish) => post<Letter>(`/tables/${id(table)}/press/letters`, wish),
  watcherLetter: (table: string, wish: WatcherWish, invite: string) => post<Letter>(`/tables/${id(table)}/press/watching${looking({ seat: null, invite })}`, wish),
  checkQuote: (table: string, wish: QuoteCheck) => post<Quote>(`/tables/${id(table)}/press/quotes`, wish),
  mute: (table: string, wish: MutedWish) => put<unknown>(`/tables/${id(table)}/press/muted`, wish),
  reportLetter: (table: string, wish: ReportWish, invite: string) => post<unknown>(`/tables/${id(table)}/press/reports${looking({ seat: null, invite })}`, wish),
  archive: (table: string, look: Look, find = '') => get<Archive>(`/tables/${id(table)}/letters${looking(look, find ? { find } : {})}`),
  archivePath: (table: string, look: Look) => `/api/tables/${id(table)}/letters/text${looking(look)}`,
  letterDraft: (table: string, wish: LetterDraftWish) => put<unknown>(`/tables/${id(table)}/press/draft`, wish),
  lettersRead: (table: string, wish: LettersReadWish) => put<unknown>(`/tables/${id(table)}/press/read`, wish),
  setPress: (table: string, rule: PressRule) => put<Table>(`/tables/${id(table)}/press/rule`, rule),
  setSides: (table: string, rule: SidesRule) => put<Table>(`/tables/${id(table)}/sides/rule`, rule),
  wishSides: (table: string, seat: SeatNumber, sides: string[]) => put<Table>(`/tables/${id(table)}/sides/wishes`, { seat, sides }),
  setMaster: (table: string, seat: 'none' | 'free' | 'mine', invite: string) => put<Table>(`/tables/${id(table)}/master${looking({ seat: null, invite })}`, { seat }),
  overview: (table: string) => get<Overview>(`/tables/${id(table)}/master`),
  previewCorrection: (table: string, wish: CorrectionWish) => post<Correction>(`/tables/${id(table)}/master/preview`, wish),
  correct: (table: string, wish: CorrectionWish) => post<Correction>(`/tables/${id(table)}/master/correct`, wish),
  enterOrders: (table: string, wish: EntryWish) => post<Entered>(`/tables/${id(table)}/master/orders`, wish),
  masterWord: (table: string, wish: WordWish) => post<Letter>(`/tables/${id(table)}/master/word`, wish),
  replacePlayer: (table: string, wish: ReplaceWish) => post<Replaced>(`/tables/${id(table)}/master/replace`, wish),
  seatOffer: (table: string, seat: SeatNumber, invite = '') => get<SeatOffer>(`/tables/${id(table)}/take/${seat}${looking({ seat: null, invite })}`),
  takeSeat: (table: string, wish: { code: string } | { seat: SeatNumber; invite: string }) => post<Update>(`/tables/${id(table)}/take`, wish),
  reliability: (table: string, invite = '') => get<Reliability[]>(`/tables/${id(table)}/reliability${looking({ seat: null, invite })}`),
  result: (table: string, invite = '') => get<Result>(`/tables/${id(table)}/result${looking({ seat: null, invite })}`),
  recordPath: (table: string, invite = '') => `/api/tables/${id(table)}/record${looking({ seat: null, invite })}`,
  /** The position of a table that can only be looked at. */
  positionPath: (table: string, theme: 'light' | 'dark', invite: string) => `/api/tables/${id(table)}/picture${looking({ seat: null, invite }, { theme })}`,
  odds: <T>(query: URLSearchParams) => get<T>(`/odds?${query}`),
  again: (table: string) => post<Table>(`/again/${id(table)}`),
  account: () => get<Account>('/me/account'),
  signOut: (device: string) => remove<Account>(`/me/devices/${id(device)}`),
  passkeyOptions: () => post<PublicKeyCredentialCreationOptionsJSON>('/me/passkeys/options'),
  addPasskey: (credential: unknown, name: string) => post<Account>('/me/passkeys', { credential, name }),
  removePasskey: (key: string) => remove<Account>(`/me/passkeys/${id(key)}`),
  signInOptions: () => post<PublicKeyCredentialRequestOptionsJSON>('/sign-in/options'),
  signIn: (credential: unknown, leave: boolean) => post<Me>('/sign-in', { credential, leave }),
  erase: (name: string) => post<unknown>('/me/erase', { name }),
  notices: () => get<Notices>('/me/notices'),
  setNotices: (rule: NoticeRule) => put<Notices>('/me/notices', rule),
  addAddress: (target: string) => post<Notices>('/me/addresses', { target }),
  removeAddress: (address: string) => remove<Notices>(`/me/addresses/${id(address)}`),
  addPush: (wish: PushWish) => put<Notices>('/me/push', wish),
  removePush: () => remove<Notices>('/me/push'),
  testNotices: () => post<Tested>('/me/notices/test'),
  tableNotices: (table: string, told: TableNotices['told']) => put<Notices>(`/tables/${id(table)}/notices`, { told }),
  calendar: () => get<OwnCalendar>('/me/calendar'),
  renewCalendar: () => post<OwnCalendar>('/me/calendar'),
  dropCalendar: () => remove<OwnCalendar>('/me/calendar'),
  mailSignIn: (address: string) => post<unknown>('/sign-in/mail', { address }),
  renewLink: (table: string, keep: boolean) => post<Table>(`/tables/${id(table)}/link?keep=${keep}`),
};
