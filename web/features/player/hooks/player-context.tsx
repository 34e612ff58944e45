import {
  type ControlsState,
  type PlayerContextValue,
  createControls,
  type Player,
} from '#web/features/player/core/player.ts'
import type { MediaRequests } from '#web/features/player/core/media-requests.ts'
import type { MediaState, PlayerStore } from '#web/features/player/core/media-state.ts'
import type { PlayerPreferences } from '#web/features/player/core/preferences.ts'
import { createContext, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'

const Context = createContext<PlayerContextValue | null>(null)
export const PlayerProvider = Context.Provider

export function usePlayer(): PlayerContextValue {
  const context = useContext(Context)
  if (!context) throw new Error('a control outside its player')
  return context
}

/** Creates a player that lives as long as the calling component. */
export function useCreatePlayer(create: () => Player): PlayerContextValue {
  return useState(() => ({ player: create(), ...createControls() }))[0]
}

export function useMediaState<T>(select: (state: Readonly<MediaState>) => T): T {
  return useStore(usePlayer().player.media, select)
}

export function usePreference<T>(select: (preferences: Readonly<PlayerPreferences>) => T): T {
  return useStore(usePlayer().player.preferences, select)
}

export function useControlsState<T>(select: (controls: Readonly<ControlsState>) => T): T {
  return useStore(usePlayer().controls, select)
}

export function useMediaRequests(): MediaRequests {
  return usePlayer().player.requests
}

/**
 * Runs `effect` now and after every change without rendering: the time display and seek bar change several times a second
 * and write to their elements directly.
 */
export function useStoreEffect<S extends object>(
  store: PlayerStore<S>,
  effect: (state: Readonly<S>) => void,
): void {
  useEffect(() => {
    effect(store.getState())
    return store.subscribe(effect)
  })
}
