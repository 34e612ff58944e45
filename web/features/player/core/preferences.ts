import { createFactStore, type FactStore } from './media-state.ts'

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export const captionSizes = ['small', 'medium', 'large', 'huge'] as const
export const captionBackgrounds = ['none', 'soft', 'solid'] as const

/** What somebody chose once and finds again in the next episode, on this device. */
export type PlayerPreferences = {
  volume: number
  muted: boolean
  rate: number
  /** `auto`, or the shorter side in pixels. */
  quality: 'auto' | number
  /** Language of the captions, null for off. */
  caption: string | null
  caption_size: (typeof captionSizes)[number]
  caption_background: (typeof captionBackgrounds)[number]
  shortcuts: boolean
  /** Bits per second measured last time: where the first picture starts. */
  bandwidth: number | null
}

export const defaultPreferences: PlayerPreferences = {
  volume: 1,
  muted: false,
  rate: 1,
  quality: 'auto',
  caption: 'ko',
  caption_size: 'medium',
  caption_background: 'soft',
  shortcuts: true,
  bandwidth: null,
}

const between = (low: number, high: number) => (value: unknown) =>
  typeof value === 'number' && value >= low && value <= high
const oneOf = (list: readonly unknown[]) => (value: unknown) => list.includes(value)
const boolean = (value: unknown) => typeof value === 'boolean'

const valid: { [K in keyof PlayerPreferences]: (value: unknown) => boolean } = {
  volume: between(0, 1),
  muted: boolean,
  rate: oneOf(playbackRates),
  quality: (value) => value === 'auto' || between(100, 5000)(value),
  caption: (value) => value === null || (typeof value === 'string' && value.length < 20),
  caption_size: oneOf(captionSizes),
  caption_background: oneOf(captionBackgrounds),
  shortcuts: boolean,
  bandwidth: (value) => value === null || between(1e4, 1e10)(value),
}

/** Reads choices from stored text; what is absent, unknown or out of range is as if never chosen. */
export function parsePreferences(text: string | null): PlayerPreferences {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return defaultPreferences
  }
  if (typeof stored !== 'object' || stored === null) return defaultPreferences
  const known = Object.entries(stored).filter(
    ([name, value]) => name in valid && valid[name as keyof PlayerPreferences](value),
  )
  return { ...defaultPreferences, ...Object.fromEntries(known) }
}

type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem'>
const key = 'hanpyeon.player'

/** Choices that outlive the page. Where storage is refused (private windows) they live as long as the page. */
export function createPreferenceStore(storage: () => ChoiceStorage): FactStore<PlayerPreferences> {
  let text: string | null = null
  try {
    text = storage().getItem(key)
  } catch {
    // Storage is off; the first choices serve.
  }
  const store = createFactStore(parsePreferences(text))
  store.subscribe(() => {
    try {
      storage().setItem(key, JSON.stringify(store.get()))
    } catch {
      // Full or refused: nothing a viewer could do about it.
    }
  })
  return store
}

/**
 * The rung that stands for a chosen height: the tallest not above it, else the lowest.
 * Returns its index in `heights`, -1 for `auto` or an empty ladder.
 */
export function renditionIndexFor(quality: 'auto' | number, heights: readonly number[]): number {
  if (quality === 'auto' || heights.length === 0) return -1
  let best = -1
  heights.forEach((height, index) => {
    if (height <= quality && (best < 0 || height > heights[best]!)) best = index
  })
  return best >= 0 ? best : heights.indexOf(Math.min(...heights))
}
