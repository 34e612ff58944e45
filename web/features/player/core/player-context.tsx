import { createContext, useContext, useState } from 'react'
import { createFactStore, type FactStore } from './media-state.ts'
import type { Facts } from './media-state.ts'
import type { Player } from './player.ts'
import type { Choices } from './preferences.ts'
import type { StreamLost } from '#web/features/player/leases/stream-lease.ts'
import { useFacts } from './use-media-state.ts'
import type { Wishes } from './media-requests.ts'

/** What is true of the controls themselves, beside the film. */
type Chrome = {
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
  stream_lost: StreamLost | null
}

export type PlayerContext = {
  player: Player
  chrome: FactStore<Chrome>
  /** Says in a word what changed. */
  tell: (text: string) => void
}

function createChrome(): Pick<PlayerContext, 'chrome' | 'tell'> {
  const chrome = createFactStore<Chrome>({
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

const Context = createContext<PlayerContext | null>(null)
export const PlayerProvider = Context.Provider

export function usePlayer(): PlayerContext {
  const context = useContext(Context)
  if (!context) throw new Error('a control outside its player')
  return context
}

/** Makes a player that lives as long as the component that calls this. */
export function useNewPlayer(make: () => Player): PlayerContext {
  return useState(() => ({ player: make(), ...createChrome() }))[0]
}

export function useFact<T>(pick: (facts: Readonly<Facts>) => T): T {
  return useFacts(usePlayer().player.facts, pick)
}

export function useChoice<T>(pick: (choices: Readonly<Choices>) => T): T {
  return useFacts(usePlayer().player.choices, pick)
}

export function useChrome<T>(pick: (chrome: Readonly<Chrome>) => T): T {
  return useFacts(usePlayer().chrome, pick)
}

export function useWishes(): Wishes {
  return usePlayer().player.wishes
}
