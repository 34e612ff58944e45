import { inquiryMessages } from './messages.ko.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as customer_services from '#web/api/endpoints/customer-services.generated.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { inquiriesQuery } from './inquiries-query.ts'
import { WatchSocketMessage } from '#contract/watch-history/watch-history.ts'
import { memberSocket } from '#web/session/page-socket.ts'
import { createReconnectNotice } from '#web/session/reconnect-notice.ts'

/** The member's inquiries, refetched when one is answered. */
export function useInquiries() {
  const client = useQueryClient()
  const inquiries = useQuery(inquiriesQuery)
  /** The ids answered while the page was open. */
  const [newlyAnswered, setNewlyAnswered] = useState<ReadonlySet<number>>(new Set())
  const hasOpen = inquiries.data?.results.some(({ is_answered }) => !is_answered) ?? false

  const refetch = () => client.invalidateQueries(inquiriesQuery)
  async function onAnswered(id: number) {
    const title = client
      .getQueryData(inquiriesQuery.queryKey)
      ?.results.find((item) => item.id === id)?.title
    // An inquiry missing from the list, e.g. deleted, is not announced.
    if (title === undefined) return
    await refetch()
    setNewlyAnswered((previous) => new Set(previous).add(id))
    toasts.show(inquiryMessages.list.answer_received(title), 'success')
  }
  useInquiryAnswerEvents(hasOpen, {
    onOpen: () => void refetch(),
    onAnswered: (id) => void onAnswered(id),
  })
  return { inquiries, newlyAnswered }
}

const { deleteInquiry } = customer_services

/** Deletes inquiries on the server and in the cache. */
export const useDeleteInquiry = (onDeleted: () => void) =>
  useApiMutation((id: number) => call(deleteInquiry, { params: { id } }), {
    errors: 'inline',
    toast: inquiryMessages.list.deleted,
    treatNotFoundAsDone: true,
    async onSuccess(_, id, client) {
      // A read in flight may still contain it.
      await client.cancelQueries(inquiriesQuery)
      client.setQueryData(
        inquiriesQuery.queryKey,
        (data) =>
          data && {
            count: data.count - 1,
            results: data.results.filter((item) => item.id !== id),
          },
      )
      onDeleted()
    },
  })

/**
 * Reports inquiries answered while the page is open and one is unanswered. `onOpen` refetches, to find answers given before the
 * socket was open.
 */
function useInquiryAnswerEvents(
  isEnabled: boolean,
  handlers: { onOpen: () => void; onAnswered: (inquiryId: number) => void },
) {
  const onOpen = useEffectEvent(handlers.onOpen)
  const onAnswered = useEffectEvent(handlers.onAnswered)

  useEffect(() => {
    if (!isEnabled) return
    const notice = createReconnectNotice(() => memberSocket.reconnect())
    return memberSocket.subscribe({
      onState(state) {
        if (state === 'open') onOpen()
        notice(state)
      },
      onMessage(text) {
        const inquiryId = parseAnsweredInquiryId(text)
        if (inquiryId !== null) onAnswered(inquiryId)
      },
    })
  }, [isEnabled])
}

/** The id of the inquiry that a message reports as answered, otherwise null. */
export function parseAnsweredInquiryId(text: string): number | null {
  try {
    const message = WatchSocketMessage.parse(JSON.parse(text))
    return message.type === 'inquiry_answered' ? message.inquiry_id : null
  } catch {
    // A message of a later server version.
    return null
  }
}
