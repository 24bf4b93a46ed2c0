import {
  categoriesOfGuides,
  categoriesOfKnowledgeBase,
  childCategories,
} from '../categories/category-inclusions.ts';
import { guidesOfCategories, guidesOfKnowledgeBase, guidesOfTags } from '../guides/guide-inclusions.ts';
import { tagsOfGuides, tagsOfKnowledgeBase } from '../tags/tag-inclusions.ts';
import type { Inclusions } from './json-api/inclusions.ts';

/** Who reads which relationship; the way back to the knowledge base needs no reading. */
export const INCLUSIONS: Inclusions = {
  knowledge_base: {
    categories: categoriesOfKnowledgeBase,
    tags: tagsOfKnowledgeBase,
    guides: guidesOfKnowledgeBase,
  },
  guide: { categories: categoriesOfGuides, tags: tagsOfGuides },
  knowledge_base_category: { guides: guidesOfCategories, child_categories: childCategories },
  tag: { guides: guidesOfTags },
};
