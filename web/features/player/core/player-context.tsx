import { createContext, useContext, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createPlayerStore, type PlayerStore, type MediaState } from './media-state.ts'
import type { Player } from './player.ts'
import type { PlayerPreferences } from './preferences.ts'
import type { LeaseLost } from '#web/features/player/leases/stream-lease.ts'
import type { MediaRequests } from './media-requests.ts'

/** State of the controls, apart from the media. */
type ControlsState = {
  /** The user moved, touched or pressed a key recently. */
  user_active: boolean
  /** The touch lock is on. */
  locked: boolean
  settings_open: boolean
  shortcuts_open: boolean
  /** Feedback on the last action, shown and announced to screen readers. */
  feedback: { text: string; id: number } | null
  /** Position in seconds on the member's other device, while paused here. */
  other_device_position: number | null
  /** Why the stream lease was lost (D-46). */
  lease_lost: LeaseLost | null
}

export type PlayerContextValue = {
  player: Player
  controls: PlayerStore<ControlsState>
  /** Shows a transient message over the picture. */
  showFeedback: (text: string) => void
}

function createControls(): Pick<PlayerContextValue, 'controls' | 'showFeedback'> {
  const controls = createPlayerStore<ControlsState>({
    user_active: true,
    locked: false,
    settings_open: false,
    shortcuts_open: false,
    feedback: null,
    other_device_position: null,
    lease_lost: null,
  })
  let id = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    controls,
    showFeedback(text) {
      clearTimeout(timer)
      controls.setState({ feedback: { text, id: (id += 1) } })
      timer = setTimeout(() => controls.setState({ feedback: null }), 1500)
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
 * Runs `effect` now and after every change without rendering: time display and seek bar change several times a second
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
