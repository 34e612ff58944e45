import { useStudioEvents } from '#web/features/studio/common/studio-events.ts'
import { useQueryClient } from '@tanstack/react-query'
import { studioKeys } from '../query-keys.ts'

/** Reads campaigns again when staff or the sending job has changed one. */
export function useCampaignEvents(): void {
  const client = useQueryClient()
  useStudioEvents((event) => {
    if (event === null || event.subject_kind === 'marketing_campaign')
      void client.invalidateQueries({ queryKey: studioKeys.campaigns() })
  })
}
