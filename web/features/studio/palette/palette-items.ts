import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import { studio_support } from '#contract/customer-services/staff.ts'
import { call } from '#web/api/client.ts'
import { memberSearchQuery } from '#web/features/studio/members/queries.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import {
  studioInquiriesPath,
  studioMemberPath,
  studioMembersPath,
  studioWorkPath,
  studioWorksPath,
} from '#web/routing/studio-paths.ts'
import { type IconName, iconNames } from '#web/ui/base/icon-names.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paletteMessages as messages } from './messages.ko.ts'
import type { StudioPage } from './palette-store.ts'
import { disassemble, getChoseong } from 'es-hangul'
import { draftStorage } from '#web/lib/drafts.ts'

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
const typingDelay_ms = 180

/** The text once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingDelay_ms)
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
    enabled: q !== '' && isOffered(studioWorksPath),
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
      key: `work:${id}`,
      title,
      detail: messages.work_number(id),
      icon: 'film_reel',
      to: studioWorkPath(id),
    })),
    members: (mayBeMember && text ? (members.data?.results ?? []) : [])
      .slice(0, maxItems)
      .map(({ id, username, email }): FoundItem => ({
        key: `member:${id}`,
        title: username,
        detail: email,
        icon: 'person',
        to: studioMemberPath(id),
        recentTitle: messages.member(id),
      })),
    inquiries: (isNumber && text ? (inquiries.data ?? []) : []).map(
      ({ id, title, state }): FoundItem => ({
        key: `inquiry:${id}`,
        title,
        detail: messages.inquiry(id),
        icon: 'chat',
        to: `${studioInquiriesPath}?state=${state}&id=${id}`,
        recentTitle: messages.inquiry(id),
      }),
    ),
  }
}

const fold = (text: string) => text.normalize('NFC').toLowerCase().replaceAll(/\s/g, '')
const isInitials = (query: string) => /^[ㄱ-ㅎ]+$/.test(query)

/**
 * How well a name matches: the beginning, a part, the initials of its syllables (`ㅈㅍ` for 작품), or an unfinished last
 * syllable (`작푸`). Spaces and case do not count.
 * @returns 0 for the best match; null if there is none.
 */
export function matchRank(name: string, query: string): number | null {
  const [target, sought] = [fold(name), fold(query)]
  if (sought === '') return 0
  const at = target.indexOf(sought)
  if (at >= 0) return at === 0 ? 0 : 1
  if (isInitials(sought)) {
    const initials = getChoseong(target)
    const found = initials.indexOf(sought)
    if (found >= 0) return found === 0 ? 2 : 3
  }
  return disassemble(target).includes(disassemble(sought)) ? 4 : null
}

/** The items whose name matches, best first; of equal matches, those chosen recently come first. */
export function rankByName<T extends { key: string; title: string }>(
  items: readonly T[],
  query: string,
  recentKeys: readonly string[] = [],
): T[] {
  const age = ({ key }: T) => {
    const index = recentKeys.indexOf(key)
    return index < 0 ? recentKeys.length : index
  }
  return items
    .flatMap((item, index) => {
      const rank = matchRank(item.title, query)
      return rank === null ? [] : [{ item, rank, index }]
    })
    .sort((a, b) => a.rank - b.rank || age(a.item) - age(b.item) || a.index - b.index)
    .map(({ item }) => item)
}

/** Returns what else a query can be than a name. Members are found by exact data only, because staff see them masked. */
export function kindsOfQuery(query: string): { isNumber: boolean; mayBeMember: boolean } {
  const text = query.trim()
  return {
    isNumber: /^[1-9]\d{0,8}$/.test(text),
    mayBeMember: /^[\x21-\x7e]{2,254}$/.test(text),
  }
}

/** A choice that led to a page. Members and inquiries are named by their number: the list stays on the device. */
export type RecentChoice = { key: string; title: string; to: string; icon: IconName }

const maxChoices = 6
const storageOf = (member_id: number) => draftStorage('studio.palette', member_id)

/** The choices after another one, newest first, each once. */
export const withChoice = (
  choices: readonly RecentChoice[],
  choice: RecentChoice,
): RecentChoice[] =>
  [choice, ...choices.filter(({ key }) => key !== choice.key)].slice(0, maxChoices)

/** The newest choices of a member on this device, newest first. Logging out removes them. */
export function readRecentChoices(member_id: number): RecentChoice[] {
  return parseChoices(storageOf(member_id).read())
}

export function saveChoice(member_id: number, choice: RecentChoice): void {
  const choices = withChoice(readRecentChoices(member_id), choice)
  storageOf(member_id).save(JSON.stringify(choices))
}

/** Leaves out what is not a choice, such as that of a later version. */
export function parseChoices(text: string | null): RecentChoice[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isChoice) : []
  } catch {
    return []
  }
}

function isChoice(value: unknown): value is RecentChoice {
  if (typeof value !== 'object' || value === null) return false
  const { key, title, to, icon } = value as Partial<Record<keyof RecentChoice, unknown>>
  return (
    typeof key === 'string' &&
    typeof title === 'string' &&
    typeof to === 'string' &&
    to.startsWith('/studio') &&
    iconNames.includes(icon as IconName)
  )
}
