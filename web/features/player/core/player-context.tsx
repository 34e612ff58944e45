import { createContext, useContext, useState } from 'react'
import { createFactStore, type FactStore } from './media-state.ts'
import type { MediaState } from './media-state.ts'
import type { Player } from './player.ts'
import type { PlayerPreferences } from './preferences.ts'
import type { LeaseLost } from '#web/features/player/leases/stream-lease.ts'
import { useFacts } from './use-media-state.ts'
import type { MediaRequests } from './media-requests.ts'

/** What is true of the controls themselves, beside the film. */
type ControlsState = {
  /** Somebody moved, touched or pressed a key a moment ago. */
  awake: boolean
  /** Fingers do nothing until the lock is opened. */
  locked: boolean
  settings_open: boolean
  shortcuts_open: boolean
  /** The last thing that changed, for eyes and screen readers. */
  notice: { text: string; id: number } | null
  /** Seconds where another screen of the member is in this film, while it stands still here. */
  elsewhere_at: number | null
  /** Why it may not play here though it did: the place went to another screen (D-46). */
  stream_lost: LeaseLost | null
}

export type PlayerContextValue = {
  player: Player
  chrome: FactStore<ControlsState>
  /** Says in a word what changed. */
  tell: (text: string) => void
}

function createChrome(): Pick<PlayerContextValue, 'chrome' | 'tell'> {
  const chrome = createFactStore<ControlsState>({
    awake: true,
    locked: false,
    settings_open: false,
    shortcuts_open: false,
    notice: null,
    elsewhere_at: null,
    stream_lost: null,
  })
  let id = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    chrome,
    tell(text) {
      clearTimeout(timer)
      chrome.set({ notice: { text, id: (id += 1) } })
      timer = setTimeout(() => chrome.set({ notice: null }), 1500)
    },
  }
}

const Context = createContext<PlayerContextValue | null>(null)
export const PlayerProvider = Context.Provider

export function usePlayer(): PlayerContextValue {
  const context = useContext(Context)
  if (!context) throw new Error('a control outside its player')
  return context
}

/** Makes a player that lives as long as the component that calls this. */
export function useCreatePlayer(make: () => Player): PlayerContextValue {
  return useState(() => ({ player: make(), ...createChrome() }))[0]
}

export function useMediaState<T>(pick: (facts: Readonly<MediaState>) => T): T {
  return useFacts(usePlayer().player.facts, pick)
}

export function usePreference<T>(pick: (choices: Readonly<PlayerPreferences>) => T): T {
  return useFacts(usePlayer().player.choices, pick)
}

export function useControlsState<T>(pick: (chrome: Readonly<ControlsState>) => T): T {
  return useFacts(usePlayer().chrome, pick)
}

export function useMediaRequests(): MediaRequests {
  return usePlayer().player.wishes
}
