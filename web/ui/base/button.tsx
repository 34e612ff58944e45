import type { ComponentProps, SyntheticEvent } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

export const buttonVariants = {
  /** At most one on a screen. */
  primary: 'bg-accent text-on-accent hover:bg-accent-bright active:bg-accent-deep',
  secondary: 'bg-surface-raised text-foreground hover:bg-surface-high active:bg-surface',
  /** On a picture. */
  on_image: 'on-image bg-foreground/14 hover:bg-foreground/24 active:bg-foreground/10',
  outline:
    'text-foreground inset-ring inset-ring-border-strong hover:bg-surface-raised active:bg-surface',
  ghost: 'text-foreground-muted hover:bg-surface-raised hover:text-foreground active:bg-surface',
  danger: 'text-danger inset-ring inset-ring-danger/45 hover:bg-danger/12 active:bg-danger/20',
} as const

const sizes = {
  md: 'min-h-11 px-5 text-base',
  lg: 'min-h-12 px-6 text-base md:min-h-13 md:px-7 md:text-lg',
} as const

/** Replaces the variant of a button that is not ready: it looks disabled, and reacts to a press. */
const incompleteColors = 'pointer-events-auto! bg-surface-high text-foreground-muted opacity-100!'

type Appearance = {
  variant?: keyof typeof buttonVariants
  size?: keyof typeof sizes
  icon?: IconName
}

/** Narrower, and in lines, on a phone with the text size doubled. */
const classes = (size: keyof typeof sizes, colors: string, extra = '') =>
  `button max-[18rem]:px-4 max-[18rem]:whitespace-normal ${colors} ${sizes[size]} ${extra}`

/** Not the attribute `disabled`, which would drop the focus of a user whose press disables the button. `Button` has it for a form that is not valid. */
export const inertProps = {
  'aria-disabled': true,
  onClick: (event: SyntheticEvent) => event.preventDefault(),
}
const busyProps = { 'aria-busy': true, ...inertProps }

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  children,
  busy = false,
  incomplete = false,
  ...rest
}: ComponentProps<'button'> &
  Appearance & {
    busy?: boolean
    /** The form is incomplete. The button can be pressed, and submitting shows what is missing. */
    incomplete?: boolean
  }) {
  return (
    <button
      type="button"
      {...rest}
      {...(incomplete && { 'aria-disabled': true })}
      {...(busy && busyProps)}
      className={classes(size, incomplete ? incompleteColors : buttonVariants[variant], className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Appearance) {
  return (
    <Link {...rest} className={classes(size, buttonVariants[variant], className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block animate-[spin_800ms_linear_infinite] rounded-full border-[2.5px] border-current border-r-transparent ${className}`}
    />
  )
}
