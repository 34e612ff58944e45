import { studio_catalogue } from '#contract/studio/catalogue.ts'
import { studio_support } from '#contract/studio/support.ts'
import { call } from '#web/api/client.ts'
import { memberSearchQuery } from '#web/features/studio/members/queries.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import {
  studioInquiriesPath,
  studioMemberPath,
  studioMembersPath,
  studioTitlePath,
  studioTitlesPath,
} from '#web/routing/studio-paths.ts'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { kindsOfQuery } from './match-name.ts'
import { paletteMessages as messages } from './messages.ko.ts'
import type { StudioPage } from './palette-store.ts'

/** A search result that opens a page. */
export type FoundItem = {
  key: string
  title: string
  /** Beside the title. */
  detail?: string
  icon: IconName
  to: string
  /** In the list of recent choices, where the title may not be kept. */
  recentTitle?: string
}

const maxItems = 5
const typingDelayMs = 180

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Searches works, members and inquiries; only those whose page is in `pages`, which the member may open. */
export function useFoundItems(typed: string, pages: readonly StudioPage[]) {
  const text = typed.trim().slice(0, 100)
  const q = useSettled(text)
  const { isNumber, mayBeMember } = kindsOfQuery(q)
  const isOffered = (path: string) => pages.some(({ to }) => to === path)
  const works = useQuery({
    queryKey: studioKeys.titles('palette', q),
    queryFn: () => call(studio_catalogue.listWorks, { query: { q, limit: maxItems } }),
    enabled: q !== '' && isOffered(studioTitlesPath),
    placeholderData: keepPreviousData,
  })
  const members = useQuery({
    ...memberSearchQuery(q, 0),
    enabled: mayBeMember && isOffered(studioMembersPath),
  })
  const inquiries = useQuery({
    queryKey: studioKeys.inbox('palette', q),
    queryFn: async () => {
      const states = await Promise.all(
        (['open', 'answered'] as const).map((state) =>
          call(studio_support.listInquiries, { query: { state, q, limit: 1 } }),
        ),
      )
      return states
        .flatMap(({ results }) => results)
        .filter(({ id }) => id === Number(q))
        .map((inquiry) => ({ ...inquiry, state: inquiry.answered_at ? 'answered' : 'open' }))
    },
    enabled: isNumber && isOffered(studioInquiriesPath),
  })
  const isSearching = text !== '' && (q !== text || works.isFetching || members.isFetching)
  return {
    isSearching,
    hasFailed: works.isError || members.isError,
    works: (q && text ? (works.data?.results ?? []) : []).map(({ id, title }): FoundItem => ({
      ...{ key: `work:${id}`, title, detail: messages.work_number(id) },
      ...{ icon: 'film_reel', to: studioTitlePath(id) },
    })),
    members: (mayBeMember && text ? (members.data?.results ?? []) : [])
      .slice(0, maxItems)
      .map(({ id, username, email }): FoundItem => ({
        ...{ key: `member:${id}`, title: username, detail: email },
        ...{ icon: 'person', to: studioMemberPath(id), recentTitle: messages.member(id) },
      })),
    inquiries: (isNumber && text ? (inquiries.data ?? []) : []).map(
      ({ id, title, state }): FoundItem => ({
        ...{ key: `inquiry:${id}`, title, detail: messages.inquiry(id) },
        ...{ icon: 'chat', to: `${studioInquiriesPath}?state=${state}&id=${id}` },
        recentTitle: messages.inquiry(id),
      }),
    ),
  }
}
