/** An address that whoever looks over the shoulder cannot read: `ab****@example.com`, as D-14 masks it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at - 1))}****${email.slice(at)}`
}
