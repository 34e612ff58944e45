import { inquiryMessages } from './messages.ko.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery, useQueryClient, queryOptions, type QueryClient } from '@tanstack/react-query'
import { useCallback, useState, useEffect, useRef } from 'react'
import type { Inquiry } from '#contract/customer-services/customer-services.ts'
import * as customer_services from '#web/api/endpoints/customer-services.generated.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/error-message.ts'
import {
  WatchSocketMessage,
  socketCloseCodes,
  watchSocketPath,
} from '#contract/contents/watch-history.ts'
import { authStore } from '#web/session/auth-store.ts'
import { connectWebSocket, createReconnectingSocket } from '#web/api/reconnecting-socket.ts'

/** The member's inquiries, as they stand now: an answer shows as it is given. */
export function useInquiries() {
  const client = useQueryClient()
  const inquiries = useQuery(inquiriesQuery)
  /** Those answered while the page was open. */
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  const waits = inquiries.data?.results.some(({ is_answered }) => !is_answered) ?? false

  const readAgain = useCallback(() => client.invalidateQueries(inquiriesQuery), [client])
  const hear = useCallback(
    async (id: number) => {
      const title = client
        .getQueryData(inquiriesQuery.queryKey)
        ?.results.find((one) => one.id === id)?.title
      // Of what is not in the list, as when it was deleted, nothing is said.
      if (title === undefined) return
      await readAgain()
      setFresh((others) => new Set(others).add(id))
      toasts.show(inquiryMessages.list.came(title), 'good')
    },
    [client, readAgain],
  )
  useInquiryAnswerEvents(waits, {
    onOpen: () => void readAgain(),
    onAnswered: (id) => void hear(id),
  })
  return { inquiries, fresh }
}

const { listInquiries, deleteInquiry } = customer_services

/** All of the member's inquiries, the last first (specification, section 7: `offset=0&limit=0`). */
const inquiriesQuery = queryOptions({
  queryKey: ['customer_services', 'inquiries'],
  queryFn: () => call(listInquiries, { query: { offset: 0, limit: 0 } }),
  staleTime: 0,
})

type Listed = { count: number; results: Inquiry[] }

/** Takes an inquiry away, here and on the server. */
export async function takeAway(client: QueryClient, id: number): Promise<void> {
  await call(deleteInquiry, { params: { id } }).catch((error: unknown) => {
    // Deleted elsewhere meanwhile: as it was wanted.
    if (!isApiError(error, 'not_found')) throw error
  })
  // What is being read just now may still have it.
  await client.cancelQueries(inquiriesQuery)
  client.setQueryData<Listed>(
    inquiriesQuery.queryKey,
    (data) =>
      data && {
        count: data.count - 1,
        results: data.results.filter((one) => one.id !== id),
      },
  )
}

/**
 * D-70: tells of every inquiry that is answered while the page is open. The socket is opened where something is waited
 * for alone; what came before it was open is found by reading again, which `onOpen` is for.
 */
function useInquiryAnswerEvents(
  waits: boolean,
  { onOpen, onAnswered }: { onOpen: () => void; onAnswered: (inquiry_id: number) => void },
) {
  const hearer = useRef({ onOpen, onAnswered })
  useEffect(() => {
    hearer.current = { onOpen, onAnswered }
  })

  useEffect(() => {
    if (!waits) return
    const socket = createReconnectingSocket({
      connect: connectWebSocket(watchSocketPath),
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      wanted: () => document.visibilityState === 'visible',
      final: [socketCloseCodes.session_ended],
      onState(state) {
        if (state === 'open') hearer.current.onOpen()
        if (state === 'ended') void authStore.check()
      },
      onAnswer(text) {
        const inquiry_id = parseAnsweredInquiryId(text)
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
export function parseAnsweredInquiryId(text: string): number | null {
  try {
    const said = WatchSocketMessage.parse(JSON.parse(text))
    return said.type === 'inquiry_answered' ? said.inquiry_id : null
  } catch {
    // A word of a later version of the server.
    return null
  }
}
