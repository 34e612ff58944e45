import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const { studio_members: calls } = endpoints
const base = ['studio', 'members'] as const
export const pageSize = 20

export const memberSearchQuery = (q: string, offset: number) =>
  queryOptions({
    queryKey: [...base, 'found', q, offset],
    queryFn: () => call(calls.findMembers, { body: { q, offset } }),
    placeholderData: keepPreviousData,
  })

export const memberQuery = (id: number) =>
  queryOptions({
    queryKey: [...memberKey(id), 'sheet'],
    queryFn: () => call(calls.readMember, { params: { id } }),
    staleTime: 0,
  })

/** The key prefix of all queries about a member. */
export const memberKey = (id: number) => [...base, id] as const

/** Refetches everything about a member. */
export const invalidateMember = (id: number) =>
  memberQueryClient.invalidateQueries({ queryKey: memberKey(id) })
