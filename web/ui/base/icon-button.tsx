import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { buttonVariants, inertProps } from './button.tsx'
import type { IconName } from './icon-names.ts'
import { Icon } from './icon.tsx'

const disabledProps = { 'data-disabled': '', ...inertProps }

/** A disc behind an icon on a picture. */
export const imageDisc =
  'relative isolate before:absolute before:inset-1 before:z-behind before:rounded-full before:bg-shade/70 hover:before:bg-shade'

const iconVariants = {
  ...buttonVariants,
  /** A disc smaller than its target. */
  on_image: `on-image ${imageDisc}`,
} as const

type IconAppearance = { label: string; icon: IconName; variant?: keyof typeof iconVariants }

const iconClasses = (variant: keyof typeof iconVariants, extra = '') =>
  `inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors duration-(--duration-fast) data-disabled:pointer-events-none data-disabled:opacity-40 ${iconVariants[variant]} ${extra}`

/** A round button with an icon alone; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  className,
  disabled = false,
  ...rest
}: ComponentProps<'button'> & IconAppearance) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      {...(disabled && disabledProps)}
      className={iconClasses(variant, className)}
    >
      <Icon name={icon} className="size-6" />
    </button>
  )
}

export function IconButtonLink({
  label,
  icon,
  variant = 'ghost',
  className,
  ...rest
}: ComponentProps<typeof Link> & IconAppearance) {
  return (
    <Link aria-label={label} title={label} {...rest} className={iconClasses(variant, className)}>
      <Icon name={icon} className="size-6" />
    </Link>
  )
}
