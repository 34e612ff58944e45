import type { Problem } from '#contract/problem.ts'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { pageTitle, useService } from '#web/lib/service.ts'
import { errorPageMessages } from './error-messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { homePath, searchPath } from '#web/routing/paths.ts'
import { customerServicePath } from '#web/routing/account-paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, type ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { TextLink } from '#web/ui/base/text-link.tsx'

/** The paths of works, which a profile's limit hides as if they did not exist. */
const workPath = /^\/(?:series|video)\/\d/

/** A 400, such as a malformed URL, reads as not found. */
function messagesKey(status: number) {
  if (status === 404 || status === 400) return 404
  return status === 429 || status === 503 ? status : 500
}

/** The page of an error response, a network error or an exception, with links to continue. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isOffline = isNetworkError(error)
  const { pathname, search } = useLocation()
  const { user } = useAuth()
  const service = useService()
  const key = messagesKey(status)
  const isNotFound = !isOffline && key === 404
  const isAboveLimit =
    isNotFound && workPath.test(pathname) && (user.profile?.age_limit ?? '19') !== '19'
  const maintenance = maintenanceOf(error)
  const messages = isOffline
    ? errorPageMessages.network_error
    : maintenance
      ? { title: maintenance.title, detail: maintenance.detail }
      : isAboveLimit
        ? errorPageMessages.above_limit
        : errorPageMessages[key]
  const revalidator = useRevalidator()
  useEffect(() => {
    if (!isOffline) return
    const retry = () => void revalidator.revalidate()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isOffline, revalidator])
  return (
    <div className="page-gutter flex min-h-[70dvh] flex-col items-center justify-center page-top text-center">
      <title>{pageTitle(service, messages.title)}</title>
      <meta name="robots" content="noindex" />
      <StatusFrames
        frames={
          isOffline
            ? ['', <Icon key="offline" name="offline" className="size-10" />, '']
            : [...(isNotFound ? '404' : String(status))]
        }
      />
      <h1 className="mt-8 text-2xl font-bold md:text-3xl">{messages.title}</h1>
      <p className="mt-3 max-w-md text-base text-foreground-muted">{messages.detail}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isNotFound ? (
          <ButtonLink to={searchPath} variant="primary" icon="search">
            {errorPageMessages.to_search}
          </ButtonLink>
        ) : (
          <form action={pathname + search}>
            <Button
              type="submit"
              variant="primary"
              icon="retry"
              busy={revalidator.state !== 'idle'}
              onClick={(event) => {
                event.preventDefault()
                void revalidator.revalidate()
              }}
            >
              {uiMessages.retry}
            </Button>
          </form>
        )}
        <ButtonLink to={homePath} icon="home">
          {errorPageMessages.to_home}
        </ButtonLink>
      </div>
      <p className="mt-5 text-sm text-foreground-subtle">
        {errorPageMessages.still_failing}{' '}
        <TextLink to={customerServicePath} tone="muted">
          {errorPageMessages.to_support}
        </TextLink>
        {!isNotFound && service.email && ` · ${service.email}`}
      </p>
    </div>
  )
}

/** The problem of a page that is closed for maintenance, whose detail is the operator's message. */
function maintenanceOf(error: unknown): { title: string; detail: string } | null {
  if (!isRouteErrorResponse(error) || error.status !== 503) return null
  try {
    const problem = JSON.parse(String(error.data)) as Problem
    return problem.code === 'maintenance' ? problem : null
  } catch {
    return null
  }
}

/** Network errors of `fetch` differ from other TypeErrors only by message, which depends on the browser. */
function isNetworkError(error: unknown) {
  if (!(error instanceof TypeError)) return false
  return /failed to fetch|networkerror|load failed|network connection/i.test(error.message)
}

/** Three frames of a film strip, such as the digits of the status. */
function StatusFrames({ frames }: { frames: readonly ReactNode[] }) {
  return (
    <div
      aria-hidden="true"
      className="flex -rotate-3 gap-2 rounded-card bg-surface p-2 shadow-card"
    >
      {frames.map((frame, index) => (
        <span
          key={index}
          className={`tabular-nums flex h-24 w-18 items-center justify-center rounded-card text-4xl font-black md:h-28 md:w-22 ${index === 1 ? 'bg-accent text-on-accent' : 'bg-surface-raised text-foreground'}`}
        >
          {frame}
        </span>
      ))}
    </div>
  )
}
