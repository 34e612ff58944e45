import type { CatalogueAuditEntry } from '#contract/studio/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { historyQuery } from './queries.ts'
import type { Edit } from './use-edit.ts'

/** Who changed a field of what is being edited, last: by the first page of its work's history. */
export function useLastAct<F extends object>({
  work_id,
  subject,
}: Pick<Edit<F>, 'work_id' | 'subject'>): (field: string) => CatalogueAuditEntry | undefined {
  const history = useQuery(historyQuery(work_id))
  return (field) =>
    history.data?.results.find(
      ({ subject_kind, subject_id, after }) =>
        subject_kind === subject.kind && subject_id === subject.id && after && field in after,
    )
}
