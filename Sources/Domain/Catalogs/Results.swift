public import Search

public typealias Results = Search.Results
public typealias Neighbours = Search.Neighbours
