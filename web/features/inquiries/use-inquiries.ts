import { inquiryCopy } from '#web/copy/inquiries.ts'
import { toasts } from '#web/ui/toast-queue.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLiveAnswers } from './live-answers.ts'
import { inquiriesQuery } from './query.ts'

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
      toasts.show(inquiryCopy.list.came(title), 'good')
    },
    [client, readAgain],
  )
  useLiveAnswers(waits, {
    onOpen: () => void readAgain(),
    onAnswered: (id) => void hear(id),
  })
  return { inquiries, fresh }
}
