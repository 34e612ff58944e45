import type { PersonalRow } from '#contract/recommendations/recommendations.ts'
import { reportRows } from '#web/api/endpoints/recommendations.generated.ts'
import { apiRequest } from '#web/api/client.ts'

type Kind = PersonalRow['kind']

const kinds = new WeakMap<Element, Kind>()

/** Figures are not worth an error message, nor another attempt. */
const report = (impressions: Kind[], clicks: Kind[]) =>
  void apiRequest(reportRows, { body: { impressions, clicks } }, { keepalive: true }).catch(
    () => {},
  )

let observer: IntersectionObserver | undefined

/** Counts a row once when half of it is visible, together with those that appear at the same time. */
function observe(row: Element) {
  observer ??= new IntersectionObserver(
    (entries) => {
      const seen = entries.filter(({ isIntersecting }) => isIntersecting)
      for (const { target } of seen) observer?.unobserve(target)
      if (seen.length > 0) report([...new Set(seen.map(({ target }) => kinds.get(target)!))], [])
    },
    { threshold: 0.5 },
  )
  observer.observe(row)
}

/** Counts when a row is seen, and when one of its works is opened. @returns stops. */
export function reportRow(row: Element, kind: Kind): () => void {
  const onClick = ({ target }: Event) => {
    if ((target as Element).closest('a')) report([], [kind])
  }
  kinds.set(row, kind)
  observe(row)
  row.addEventListener('click', onClick)
  return () => {
    observer?.unobserve(row)
    row.removeEventListener('click', onClick)
  }
}
