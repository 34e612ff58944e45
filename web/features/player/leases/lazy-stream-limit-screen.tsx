import { streamLimitMessages } from '#web/features/player/messages.ko.ts'
import { createPreloadable } from '#web/ui/base/lazy.tsx'

/** Loaded when the server refuses or ends a stream. */
export const { Preloadable: StreamLimitScreen } = createPreloadable(
  () => import('./stream-limit-screen.tsx').then(({ StreamLimitScreen: screen }) => screen),
  () => <p className="player-message-screen">{streamLimitMessages.title}</p>,
)
