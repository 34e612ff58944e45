import { HomePage } from '#web/features/home/home-page.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { DateTimeField } from '#web/features/studio/common/value-fields.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioHomeCurationPath } from '#web/routing/studio-paths.ts'
import { AsVisitorContext } from '#web/session/use-member-content.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { Checkbox } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { previewQuery } from './queries.ts'

/** Home as visitors would see it at the instant `at` of the address. Its links do nothing. */
export default function HomePreview() {
  const [params, setParams] = useSearchParams()
  const [opened_at] = useState(() => new Date().toISOString())
  const stated = Date.parse(params.get('at') ?? '')
  const at = Number.isNaN(stated) ? opened_at : new Date(stated).toISOString()
  const hasDrafts = params.get('drafts') !== 'false'
  const query = useQuery(previewQuery(at, hasDrafts))
  const container = useRef<HTMLDivElement>(null)
  const isLoaded = query.isSuccess
  useEffect(() => {
    const element = container.current
    // Captures clicks before the links do.
    const interceptClick = (event: Event) => {
      if (!(event.target as Element).closest('a')) return
      event.preventDefault()
      event.stopPropagation()
      toasts.show(messages.inert)
    }
    element?.addEventListener('click', interceptClick, true)
    return () => element?.removeEventListener('click', interceptClick, true)
  }, [isLoaded])
  const show = (next: { at?: string; drafts?: string }) =>
    setParams({ at, drafts: String(hasDrafts), ...next }, { replace: true })
  return (
    <>
      <PageHeader
        title={messages.preview_title}
        detail={messages.preview_detail}
        actions={
          <ButtonLink to={studioHomeCurationPath} variant="primary">
            {messages.back}
          </ButtonLink>
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-x-6">
        <DateTimeField
          label={messages.preview_at}
          value={at}
          onValue={(instant) => instant !== null && show({ at: instant })}
        />
        <Checkbox
          label={messages.preview_drafts}
          defaultChecked={hasDrafts}
          onChange={({ target }) => show({ drafts: String(target.checked) })}
        />
      </div>
      <QueryContent query={query}>
        {(home) => (
          <div
            ref={container}
            className={`relative isolate overflow-hidden rounded-sheet border border-border-strong bg-background pb-10 ${home.hero.length === 0 ? 'md:pt-18' : ''}`}
          >
            <AsVisitorContext value={true}>
              <HomePage key={query.dataUpdatedAt} data={home} />
            </AsVisitorContext>
          </div>
        )}
      </QueryContent>
    </>
  )
}
