import desk from '../../../../words/de/desk.json' with { type: 'json' }
import shared from '../../../../words/de/shared.json' with { type: 'json' }

export const words = { ...shared, ...desk }
