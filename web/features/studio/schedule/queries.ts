import { startOfDay } from './week.ts'
import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import { studio_publishing, type ScheduleItem } from '#contract/contents/staff/publishing.ts'
import { addDays } from '#contract/core/seoul-time.ts'
import { ApiError, isApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useWorkMutation } from '#web/features/studio/catalog/queries.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { scheduleMessages } from './messages.ko.ts'

/** The schedule of the week that begins with a Monday. */
export const scheduleQuery = (monday: string) =>
  queryOptions({
    queryKey: studioKeys.schedule(monday),
    queryFn: () =>
      call(studio_publishing.listSchedule, {
        query: { from: startOfDay(monday), to: startOfDay(addDays(monday, 7)) },
      }),
    placeholderData: keepPreviousData,
  })

/** A work or an episode whose start or end changes. */
export type Rescheduled = Pick<ScheduleItem, 'id' | 'version'> & {
  kind: 'work' | 'episode'
  event: 'opens' | 'closes'
  /** Whether it is no longer hidden by hand, so that the new start takes effect. */
  isShown?: boolean
}

/** Moves the start or the end of a work or an episode. */
export function useReschedule(onDone: () => void) {
  return useWorkMutation(
    ({ kind, event, id, version, isShown = false, at }: Rescheduled & { at: string }) => {
      const changes = {
        ...(event === 'opens' ? { publish_at: at } : { unpublish_at: at }),
        ...(isShown && { is_unpublished: false }),
      }
      const input = { params: { id }, body: { version, changes } }
      return kind === 'work'
        ? call(studio_catalogue.updateWork, input)
        : call(studio_catalogue.updateEpisode, input)
    },
    {
      invalidates: [studioKeys.schedule()],
      toast: scheduleMessages.saved,
      errors: 'inline',
      messageOf(error) {
        if (isApiError(error, 'edit_conflict')) return scheduleMessages.conflict
        // The field's own error, such as an instant in the past.
        const [field] = error instanceof ApiError ? error.problem.errors : []
        return field?.detail ?? errorMessage(error)
      },
      onSuccess: onDone,
    },
  )
}
