import type { ReactNode } from 'react'
import { ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'

/** The middle of a page that has one thing to say. */
export const ResultPageLayout = ({ children }: { children: ReactNode }) => (
  <div className="page-gutter mx-auto flex min-h-[60dvh] max-w-xl flex-col items-center justify-center pt-[calc(var(--header-height)+1.5rem)] pb-12 text-center">
    {children}
  </div>
)

/** How something went, and what one can do next: a page of its own. Without an icon it is still turning. */
export function ResultPage({
  icon,
  title,
  detail,
  actions,
  children,
}: {
  icon?: IconName
  title: string
  detail?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <ResultPageLayout>
      <div role="status" className="flex flex-col items-center">
        <span className="mb-5 flex size-16 items-center justify-center rounded-full bg-accent-subtle text-accent">
          {icon ? <Icon name={icon} className="size-7" /> : <Spinner className="size-7" />}
        </span>
        <h1 className="text-2xl font-bold">{title}</h1>
        {detail && <p className="mt-2 text-base text-pretty text-foreground-muted">{detail}</p>}
      </div>
      {children && <div className="mt-6 w-full text-left">{children}</div>}
      {actions && (
        <div className="mt-6 flex w-full flex-wrap justify-center gap-3 max-md:*:grow">
          {actions}
        </div>
      )}
    </ResultPageLayout>
  )
}

type Way = { to: string; label: string; icon?: IconName }

/** Where one goes on from an outcome: first what most want. */
export const ResultActions = ({ actions: ways }: { actions: readonly Way[] }) =>
  ways.map(({ to, label: words, icon }, at) => (
    <ButtonLink
      key={to}
      to={to}
      variant={at === 0 ? 'primary' : 'secondary'}
      size="lg"
      {...(icon && { icon })}
    >
      {words}
    </ButtonLink>
  ))
