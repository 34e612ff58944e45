import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'

export const staffQuery = queryOptions({
  queryKey: studioKeys.staff(),
  queryFn: () => call(endpoints.studio_staff.listStaffMembers, {}),
})
