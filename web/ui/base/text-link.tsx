import type { ComponentProps } from 'react'
import { Link } from 'react-router'

const tones = {
  plain: 'font-semibold decoration-border-strong hover:decoration-current',
  muted: 'text-foreground-muted decoration-border-strong hover:text-foreground',
  subtle: 'text-foreground-subtle decoration-border-strong hover:text-foreground',
  accent: 'font-semibold text-accent-bright',
} as const

type Appearance = {
  tone?: keyof typeof tones
  /** Within a sentence that may wrap; others are targets of 44 px. */
  isInline?: boolean
}

/** An underlined link by `to` in the site or by `href` elsewhere, or a button that looks like one. */
export function TextLink({
  tone = 'plain',
  isInline = false,
  className = '',
  children,
  ...rest
}: Appearance & (ComponentProps<typeof Link> | ComponentProps<'a'> | ComponentProps<'button'>)) {
  const classes = `underline underline-offset-4 ${isInline ? '' : 'inline-flex min-h-11 items-center'} ${tones[tone]} ${className}`
  if ('to' in rest)
    return (
      <Link {...rest} className={classes}>
        {children}
      </Link>
    )
  if ('href' in rest)
    return (
      <a {...rest} className={classes}>
        {children}
      </a>
    )
  return (
    <button type="button" {...(rest as ComponentProps<'button'>)} className={classes}>
      {children}
    </button>
  )
}
