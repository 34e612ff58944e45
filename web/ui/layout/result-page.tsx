import type { ReactNode } from 'react'
import { ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { TextLink } from '#web/ui/base/text-link.tsx'

export const ResultPageLayout = ({ children }: { children: ReactNode }) => (
  <div className="page-gutter mx-auto flex min-h-[60dvh] max-w-xl flex-col items-center justify-center page-top pb-12 text-center">
    {children}
  </div>
)

/** The result of an action as a page. Without an icon it shows a spinner. */
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

type Action = {
  to: string
  label: string
  icon?: IconName
  /** A link below the buttons, for what is no next step. Ignored for the first action. */
  isPlainLink?: boolean
}

/** Links of a result page; the first is the primary one. */
export const ResultActions = ({ actions }: { actions: readonly Action[] }) =>
  actions.map(({ to, label, icon, isPlainLink = false }, index) =>
    isPlainLink && index > 0 ? (
      <p key={to} className="basis-full">
        <TextLink to={to} tone="muted" className="text-sm">
          {label}
        </TextLink>
      </p>
    ) : (
      <ButtonLink
        key={to}
        to={to}
        variant={index === 0 ? 'primary' : 'secondary'}
        size="lg"
        {...(icon && { icon })}
      >
        {label}
      </ButtonLink>
    ),
  )
