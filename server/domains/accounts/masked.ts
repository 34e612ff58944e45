/** An address that its owner knows and nobody else can tell: ab****@example.com. */
export const maskedEmail = (email: string) => email.replace(/^(.{1,2})[^@]*/, '$1****')

/** Of a number, the last four digits: 010-****-5678. */
export const maskedPhone = (digits: string) => `${digits.slice(0, 3)}-****-${digits.slice(-4)}`
