import { pageTitle, useService } from '#web/lib/service.ts'
import { SearchCombobox } from './search-combobox.tsx'
import type { SearchPage } from './load-search.ts'
import { searchMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { parseSearchParams } from './search-params.ts'
import { Page } from '#web/ui/layout/page.tsx'

/** Milliseconds until a search that is not ready is retried. */
const retryDelay_ms = 3_000

function messageFor(status: number) {
  if (status === 503)
    return { title: searchMessages.not_ready, detail: searchMessages.not_ready_detail }
  if (status === 429) return { title: searchMessages.busy, detail: searchMessages.busy_detail }
  const offline = status === 0 && typeof navigator !== 'undefined' && !navigator.onLine
  return {
    title: searchMessages.failed,
    detail: offline ? searchMessages.offline_detail : searchMessages.failed_detail,
  }
}

/** The error page of a search. It keeps the query, and retries automatically while the search index is not ready. */
export function SearchErrorPage({ error }: { error: unknown }) {
  const { search } = useLocation()
  const { q, type } = parseSearchParams(new URLSearchParams(search))
  const status = isRouteErrorResponse(error) ? error.status : 0
  const { title, detail } = messageFor(status)
  const service = useService()
  const { state, revalidate } = useRevalidator()
  const isNotReady = status === 503
  useEffect(() => {
    if (!isNotReady || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), retryDelay_ms)
    return () => clearTimeout(timer)
  }, [isNotReady, state, revalidate])
  return (
    <SearchLayout query={q} type={type}>
      <title>{pageTitle(service, title)}</title>
      <meta name="robots" content="noindex" />
      <div
        role="alert"
        className="mx-auto flex max-w-md flex-col items-center px-4 py-20 text-center"
      >
        <span className="mb-5 flex size-16 items-center justify-center rounded-full bg-accent-subtle text-accent">
          <Icon name={isNotReady ? 'clock' : 'warning'} className="size-7" />
        </span>
        <h2 className="text-xl font-bold">{title}</h2>
        <p className="mt-2 text-base text-foreground-muted">{detail}</p>
        {/* Without JavaScript, a form with the same parameters. */}
        <form className="mt-6">
          {[...new URLSearchParams(search)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button
            type="submit"
            icon="retry"
            busy={state !== 'idle'}
            onClick={(event) => {
              event.preventDefault()
              void revalidate()
            }}
          >
            {searchMessages.retry}
          </Button>
        </form>
      </div>
    </SearchLayout>
  )
}

/** The search page with its field at the top. */
export function SearchLayout({
  query,
  type = 'all',
  children,
}: {
  query: string
  type?: SearchPage['params']['type']
  children: ReactNode
}) {
  return (
    <Page isFullWidth>
      <div className="page-gutter">
        <h1 className="sr-only">{query ? searchMessages.title(query) : searchMessages.search}</h1>
        <div className="relative z-sticky max-w-2xl">
          <SearchCombobox q={query} type={type} hideInitialOptions={query === ''} />
        </div>
      </div>
      {children}
    </Page>
  )
}
