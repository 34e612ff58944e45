import { uiMessages } from '#web/ui/messages.ko.ts'
import { createElement, Suspense, use, type ComponentType } from 'react'
import { useLocation } from 'react-router'

type ErrorPageComponent = ComponentType<{ error: unknown }>

let ErrorPage: ErrorPageComponent | undefined
let pendingPage: Promise<ErrorPageComponent> | undefined

/** Loads the error page, or a plain one if that fails too; it is requested again at the next error. */
export const loadErrorPage = (): Promise<ErrorPageComponent> =>
  (pendingPage ??= import('./error-page.tsx').then(
    (module) => (ErrorPage = module.ErrorPage),
    () => {
      pendingPage = undefined
      return PlainErrorPage
    },
  ))

/** The error page of the root route. Its code is loaded at the first error. */
export function RootErrorPage({ error }: { error: unknown }) {
  return (
    <Suspense>
      <LoadedErrorPage error={error} />
    </Suspense>
  )
}

function LoadedErrorPage({ error }: { error: unknown }) {
  return createElement(ErrorPage ?? use(loadErrorPage()), { error })
}

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
