/** A number as its owner knows it and nobody beside him reads it: `010-****-5678`. */
export function maskedPhone(digits: string): string {
  return `${digits.slice(0, 3)}-${'*'.repeat(Math.max(3, digits.length - 7))}-${digits.slice(-4)}`
}
