import { localStore, type SafeStorage } from '#web/lib/browser-storage.ts'
import { createStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { ignoreEqualChanges, type PlayerStore } from './media-state.ts'

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export const captionSizes = ['small', 'medium', 'large', 'huge'] as const
export const captionBackgrounds = ['none', 'soft', 'solid'] as const

/** Player preferences, stored per device. */
export type PlayerPreferences = {
  volume: number
  muted: boolean
  rate: number
  /** `auto`, or the rendition height in pixels. */
  quality: 'auto' | number
  /** Caption language, null for off. */
  caption: string | null
  caption_size: (typeof captionSizes)[number]
  caption_background: (typeof captionBackgrounds)[number]
  shortcuts: boolean
  /** Last measured bits per second, the initial estimate for rendition selection. */
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
const isOneOf = (list: readonly unknown[]) => (value: unknown) => list.includes(value)
const isBoolean = (value: unknown) => typeof value === 'boolean'

const validators: { [K in keyof PlayerPreferences]: (value: unknown) => boolean } = {
  volume: between(0, 1),
  muted: isBoolean,
  rate: isOneOf(playbackRates),
  quality: (value) => value === 'auto' || between(100, 5000)(value),
  caption: (value) => value === null || (typeof value === 'string' && value.length < 20),
  caption_size: isOneOf(captionSizes),
  caption_background: isOneOf(captionBackgrounds),
  shortcuts: isBoolean,
  bandwidth: (value) => value === null || between(1e4, 1e10)(value),
}

/** Parses stored preferences. Missing, unknown and out-of-range values fall back to their defaults. */
export function parsePreferences(text: string | null): PlayerPreferences {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '')
  } catch {
    return defaultPreferences
  }
  if (typeof stored !== 'object' || stored === null) return defaultPreferences
  const known = Object.entries(stored).filter(
    ([name, value]) => name in validators && validators[name as keyof PlayerPreferences](value),
  )
  return { ...defaultPreferences, ...Object.fromEntries(known) }
}

/** Creates a preference store; where storage is denied (private windows) it lives as long as the page. */
export function createPreferenceStore(
  storage: Pick<SafeStorage, 'getItem' | 'setItem'> = localStore,
): PlayerStore<PlayerPreferences> {
  const store = createStore(
    persist(() => defaultPreferences, {
      name: 'hanpyeon.player-preferences',
      // Plain JSON without the envelope of `persist`.
      storage: {
        getItem: (key) => ({ state: parsePreferences(storage.getItem(key)) }),
        setItem: (key, { state }) => void storage.setItem(key, JSON.stringify(state)),
        removeItem: () => {},
      },
    }),
  )
  return ignoreEqualChanges(store)
}

/**
 * Returns the index in `heights` of the tallest rendition not above `quality`, else of the lowest; -1 for `auto` or
 * an empty list.
 */
export function renditionIndexFor(quality: 'auto' | number, heights: readonly number[]): number {
  if (quality === 'auto' || heights.length === 0) return -1
  let best = -1
  heights.forEach((height, index) => {
    if (height <= quality && (best < 0 || height > heights[best]!)) best = index
  })
  return best >= 0 ? best : heights.indexOf(Math.min(...heights))
}
