import {
  WatchSocketMessage,
  socketCloseCodes,
  watchSocketPath,
} from '#contract/contents/watch-history.ts'
import { auth } from '#web/data/auth.ts'
import { browserConnect, createWatchSocket } from '#web/data/watch-socket.ts'
import { useEffect, useRef } from 'react'

/**
 * D-70: tells of every inquiry that is answered while the page is open. The socket is opened where something is waited
 * for alone; what came before it was open is found by reading again, which `onOpen` is for.
 */
export function useLiveAnswers(
  waits: boolean,
  { onOpen, onAnswered }: { onOpen: () => void; onAnswered: (inquiry_id: number) => void },
) {
  const hearer = useRef({ onOpen, onAnswered })
  useEffect(() => {
    hearer.current = { onOpen, onAnswered }
  })

  useEffect(() => {
    if (!waits) return
    const socket = createWatchSocket({
      connect: browserConnect(watchSocketPath),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      wanted: () => document.visibilityState === 'visible',
      final: [socketCloseCodes.session_ended],
      onState(state) {
        if (state === 'open') hearer.current.onOpen()
        if (state === 'ended') void auth.check()
      },
      onAnswer(text) {
        const inquiry_id = answeredIn(text)
        if (inquiry_id !== null) hearer.current.onAnswered(inquiry_id)
      },
    })
    socket.open()
    // Broken while nobody looked, it is opened for who looks again.
    const again = () => {
      if (document.visibilityState !== 'visible') return
      socket.open()
      socket.revive()
    }
    const stop = new AbortController()
    const { signal } = stop
    addEventListener('online', again, { signal })
    document.addEventListener('visibilitychange', again, { signal })
    return () => {
      stop.abort()
      socket.close()
    }
  }, [waits])
}

/** The inquiry that a message says is answered; null where it speaks of something else. */
export function answeredIn(text: string): number | null {
  try {
    const said = WatchSocketMessage.parse(JSON.parse(text))
    return said.type === 'inquiry_answered' ? said.inquiry_id : null
  } catch {
    // A word of a later version of the server.
    return null
  }
}
