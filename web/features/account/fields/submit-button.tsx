import { Button } from '#web/ui/base/button.tsx'
import type { ComponentProps } from 'react'

/** The one action of a form that fills its column. */
export const SubmitButton = ({ className = '', ...rest }: ComponentProps<typeof Button>) => (
  <Button type="submit" variant="primary" size="lg" {...rest} className={`w-full ${className}`} />
)
