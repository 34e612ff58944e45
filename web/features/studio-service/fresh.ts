import { useStudioNews } from '#web/features/studio/news.ts'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from './queries.ts'

/** What is read again when something of a kind changed. */
const staleBy: Readonly<Record<string, readonly (readonly string[])[]>> = {
  inquiry: [keys.inbox, keys.inquiry],
  answer_template: [keys.templates],
  faq: [keys.faqs],
  inquiry_subject: [keys.faqs],
  announcement: [keys.notices],
  review: [keys.reviews],
}
const everything = Object.values(staleBy).flat()

/** Has what members ask and colleagues do be on the screen as soon as it stands. Once in the studio: its menu counts it. */
export function useServiceFresh(): void {
  const client = useQueryClient()
  useStudioNews((news) => {
    for (const queryKey of news ? (staleBy[news.subject_kind] ?? []) : everything)
      void client.invalidateQueries({ queryKey })
  })
}
