/** Container groups of one project, named as the arguments of a resource name them. */
export interface DeclaredGroups {
  readonly profile?: string;
  readonly organizationName: string;
  readonly projectName: string;
  readonly groups: readonly string[];
}
