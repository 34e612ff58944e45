import type { Direction } from './spatial-navigation.ts'

/** The action of a key of a remote. */
export type RemoteKey =
  | { kind: 'move'; direction: Direction }
  | { kind: 'enter' | 'back' | 'play' | 'pause' | 'toggle_play' | 'next' }
  | { kind: 'seek'; seconds: number }

/** Seconds of a press of the keys for fast forward and rewind. */
const seekStep_s = 10

const byName: Readonly<Record<string, RemoteKey>> = {
  ArrowLeft: { kind: 'move', direction: 'left' },
  ArrowRight: { kind: 'move', direction: 'right' },
  ArrowUp: { kind: 'move', direction: 'up' },
  ArrowDown: { kind: 'move', direction: 'down' },
  Enter: { kind: 'enter' },
  GoBack: { kind: 'back' },
  BrowserBack: { kind: 'back' },
  XF86Back: { kind: 'back' },
  MediaPlayPause: { kind: 'toggle_play' },
  MediaPlay: { kind: 'play' },
  MediaPause: { kind: 'pause' },
  MediaStop: { kind: 'pause' },
  MediaFastForward: { kind: 'seek', seconds: seekStep_s },
  MediaRewind: { kind: 'seek', seconds: -seekStep_s },
  MediaTrackNext: { kind: 'next' },
}

/** Codes of keys without a name: of Tizen from 10009, of webOS 461, and of media keys that both have. */
const byCode: Readonly<Record<number, keyof typeof byName>> = {
  461: 'GoBack',
  10009: 'GoBack',
  10233: 'MediaTrackNext',
  10252: 'MediaPlayPause',
  19: 'MediaPause',
  412: 'MediaRewind',
  413: 'MediaStop',
  415: 'MediaPlay',
  417: 'MediaFastForward',
}

/** @returns the action of a key, or undefined for one that is no part of a remote. */
export const remoteKeyOf = ({
  key,
  keyCode,
}: Pick<KeyboardEvent, 'key' | 'keyCode'>): RemoteKey | undefined =>
  byName[key] ?? byName[byCode[keyCode] ?? '']

/** Names of the media keys that a Tizen application has to ask for. */
const tizenKeys = [
  'MediaPlayPause',
  'MediaPlay',
  'MediaPause',
  'MediaStop',
  'MediaFastForward',
  'MediaRewind',
]

type Platform = {
  tizen?: {
    tvinputdevice?: { registerKey(name: string): void }
    application?: { getCurrentApplication(): { exit(): void } }
  }
  webOSSystem?: { platformBack?(): void }
}
const platform = () => window as Platform

/** Asks a Tizen television for its media keys; others send them to every page. */
export function requestMediaKeys(): void {
  for (const name of tizenKeys)
    try {
      platform().tizen?.tvinputdevice?.registerKey(name)
    } catch {
      // The model does not have this key.
    }
}

/** Leaves the application, as Back does on the first page. A browser stays. */
export function leaveApplication(): void {
  platform().tizen?.application?.getCurrentApplication().exit()
  platform().webOSSystem?.platformBack?.()
}
