import { createPreloadable } from '#web/ui/base/lazy.tsx'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { useLocation } from 'react-router'

/** The error page of the root route. Its code is loaded at the first error. */
export const { load: loadErrorPage, Preloadable: RootErrorPage } = createPreloadable<{
  error: unknown
}>(() => import('./error-page.tsx').then(({ ErrorPage }) => ErrorPage), PlainErrorPage)

/** A link that loads the document again. */
function PlainErrorPage() {
  const { pathname, search } = useLocation()
  return (
    <p className="page-gutter flex min-h-[70dvh] items-center justify-center gap-2 pt-(--header-height)">
      {uiMessages.load_failed}
      <a href={pathname + search} className="flex min-h-11 items-center px-3 underline">
        {uiMessages.retry}
      </a>
    </p>
  )
}
