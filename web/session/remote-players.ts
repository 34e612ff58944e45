import type { RemoteMessage, RemotePlayer, RemoteSocketMessage } from '#contract/playback/remote.ts'
import { apiRequest } from '#web/api/client.ts'
import { sendRemoteMessage } from '#web/api/endpoints/playback.generated.ts'
import { overlayRequest } from '#web/ui/feedback/overlay-request.ts'
import { createStore, useStore } from 'zustand'
import { onProfileChange } from './auth-store.ts'

/** A player on another device, as last reported at `seen_at` (ms of `performance.now()`). */
export type SeenPlayer = RemotePlayer & { device: string; seen_at: number }

const store = createStore<{ player: SeenPlayer | null }>(() => ({ player: null }))

/** The player that another device of the profile has last reported. */
export const useRemotePlayer = () => useStore(store, ({ player }) => player)

/** Hides the player until it reports itself again. */
export const forgetRemotePlayer = () => store.setState({ player: null })
onProfileChange(forgetRemotePlayer)

export const sendRemote = (message: RemoteMessage) =>
  apiRequest(sendRemoteMessage, { body: { message } })

/** Milliseconds between questions to players that save progress. */
const asksEvery_ms = 60_000
let askedAt = -Infinity

/** Asks the other pages for their players: one of them has saved progress. */
export function askForPlayers(): void {
  if (performance.now() - askedAt < asksEvery_ms) return
  askedAt = performance.now()
  void sendRemote({ kind: 'query' }).catch(() => {})
}

export function onRemoteMessage({ device, message }: RemoteSocketMessage): void {
  if (message.kind === 'state') {
    store.setState({ player: { ...message.state, device, seen_at: performance.now() } })
    // The overlays, which show a bar for it, import nothing of this file: home would have to name it.
    document.documentElement.dataset['remote'] = ''
    dispatchEvent(new Event('remoteplayer'))
    overlayRequest.make()
  } else if (message.kind === 'closed' && message.player === store.getState().player?.player)
    forgetRemotePlayer()
}
