export const supportKeys = { inquiries: ['support', 'inquiries'] } as const
