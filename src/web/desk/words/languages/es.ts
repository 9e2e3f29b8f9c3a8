import desk from '../../../../words/es/desk.json' with { type: 'json' }
import shared from '../../../../words/es/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
