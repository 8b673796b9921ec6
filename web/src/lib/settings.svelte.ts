/** What the reader has set for this browser: theme, motion, speed and the like; kept in local storage. */

export const SPEEDS = [{ value: 'watch', title: 'Watch' }, { value: 'medium', title: 'Medium' }, { value: 'quick', title: 'Quick' }, { value: 'instant', title: 'Instant' }] as const;

const CHOICES = {
  theme: ['system', 'light', 'dark'],
  motion: ['system', 'reduced'],
  /** How other players' moves are shown. */
  speed: SPEEDS.map((one) => one.value),
  patterns: ['on', 'strong', 'off'],
  /** Whose colour lands with supply centres have: of the last unit there, or of the owner of the centre. */
  paint: ['unit', 'centre'],
  colours: ['safe', 'classic'],
} as const;

type Chosen = { -readonly [key in keyof typeof CHOICES]: (typeof CHOICES)[key][number] };

export interface Settings extends Chosen {
  /** Size of the lettering on boards in per cent, 90 to 160. */
  boardText: number;
  letterKeys: boolean;
  /** How many times longer than usual notes stay to be read, and how slowly one may press. */
  leisure: number;
  sound: boolean;
  /** Whether the browser rings while the page is hidden; quiet from one time of the day to another, and never for the muted tables. */
  notify: boolean;
  quiet: boolean;
  quietFrom: string;
  quietTo: string;
  muted: string[];
  hintsDone: boolean;
}

const DEFAULTS: Settings = {
  theme: 'system', motion: 'system', speed: 'quick', patterns: 'on', paint: 'unit', colours: 'safe', boardText: 100,
  letterKeys: true, leisure: 1, sound: true, notify: false, quiet: true, quietFrom: '22:00', quietTo: '08:00', muted: [], hintsDone: false,
};
const PLACE = 'wartable.settings';

/** What of the stored settings is still what it should be; another version, or a hand, may have written them. */
function fitting(stored: object): Partial<Settings> {
  const fits = ([key, value]: [string, unknown]) => {
    const usual = DEFAULTS[key as keyof Settings];
    return typeof value === typeof usual && Array.isArray(value) === Array.isArray(usual) && (!(key in CHOICES) || (CHOICES[key as keyof Chosen] as readonly unknown[]).includes(value));
  };
  return Object.fromEntries(Object.entries(stored).filter(fits));
}

function load(): Settings {
  try {
    return { ...DEFAULTS, ...fitting(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as object) };
  } catch {
    return { ...DEFAULTS }; // storage may be closed or damaged; defaults always work
  }
}

export const settings: Settings = $state(load());

/** Change settings, show them at once and keep them. */
export function set(change: Partial<Settings>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // nothing is lost but the memory of it
  }
  showSettings();
}

/** Put theme, motion, patterns and colours on the root element, where the tokens read them. */
export function showSettings(): void {
  const root = document.documentElement;
  const put = (name: string, value: string) => (value ? root.setAttribute(name, value) : root.removeAttribute(name));
  put('data-theme', settings.theme === 'system' ? '' : settings.theme);
  put('data-motion', reducedMotion() ? 'reduced' : '');
  put('data-patterns', settings.patterns === 'on' ? '' : settings.patterns);
  put('data-colours', settings.colours === 'classic' ? 'classic' : '');
  root.style.setProperty('--board-text', String(settings.boardText / 100));
}

/** Whether movement is unwanted, by setting or by the system. */
export function reducedMotion(): boolean {
  return settings.motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Milliseconds that something stays or waits for this reader, where the usual time is `ms`. */
export function leisurely(ms: number): number {
  return ms * settings.leisure;
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}
