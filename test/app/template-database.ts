export const templateDatabase = 'hanpyeon_template'
