import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const { studio_members: calls, studio_staff } = endpoints

export const memberSearchQuery = (q: string, offset: number) =>
  queryOptions({
    queryKey: studioKeys.memberSearch(q, offset),
    queryFn: () => call(calls.findMembers, { body: { q, offset } }),
    placeholderData: keepPreviousData,
  })

export const memberQuery = (id: number) =>
  queryOptions({
    queryKey: studioKeys.member(id),
    queryFn: () => call(calls.readMember, { params: { id } }),
    staleTime: 0,
  })

export const staffQuery = queryOptions({
  queryKey: studioKeys.staff(),
  queryFn: () => call(studio_staff.listStaffMembers, {}),
})
