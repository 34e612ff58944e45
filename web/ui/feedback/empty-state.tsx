import { uiMessages } from '#web/ui/messages.ko.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'

type StateMessageProps = {
  icon: IconName
  title: string
  children?: ReactNode
  actions?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}

function StateMessage({
  icon,
  title,
  children,
  actions,
  heading: Heading = 'h2',
}: StateMessageProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      <span className="mb-5 flex size-16 items-center justify-center rounded-full bg-accent-subtle text-accent">
        <Icon name={icon} className="size-7" />
      </span>
      <Heading className="text-xl font-bold">{title}</Heading>
      {children && <div className="mt-2 text-base text-foreground-muted">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}

export const EmptyState = (props: StateMessageProps) => <StateMessage {...props} />

export function ErrorState({
  title = uiMessages.load_failed,
  detail = uiMessages.load_failed_detail,
  onRetry,
  isRetrying = false,
}: {
  title?: string
  detail?: string
  onRetry?: () => void
  isRetrying?: boolean
}) {
  return (
    <div role="alert">
      <StateMessage
        icon="warning"
        title={title}
        actions={
          onRetry && (
            <Button icon="retry" onClick={onRetry} busy={isRetrying}>
              {uiMessages.retry}
            </Button>
          )
        }
      >
        {detail}
      </StateMessage>
    </div>
  )
}

/** Stands in place of content that a query has not read: its skeleton, or the error with a retry. */
export function QueryPlaceholder({
  query: { isError, isFetching, refetch },
  skeleton,
}: {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  skeleton: ReactNode
}) {
  return isError ? <ErrorState isRetrying={isFetching} onRetry={() => void refetch()} /> : skeleton
}
